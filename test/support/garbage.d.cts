/** Collects what nothing holds any more, at once. */
export declare const collectGarbage: () => void;
