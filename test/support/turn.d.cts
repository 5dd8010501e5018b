export declare function turn(): Promise<void>;
