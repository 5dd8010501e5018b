import { history } from './history.mts';
import type { Measure } from './measure.mts';

/** All measures, in the order of the page. */
export const measures: Measure[] = [history];
