/** The earlier place of `itemsAndHints`. */
export { itemsAndHints } from './engine';
