export declare function nap(ms: number): Promise<void>;
