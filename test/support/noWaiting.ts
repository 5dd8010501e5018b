/** The earlier name of {@link fastClock}. */
export { forgetWaits, waitedMs } from './fastClock';
