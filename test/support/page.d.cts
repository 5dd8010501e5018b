/** A page of the documentation, by its file name in docs/. */
export declare function page(name: string): string;
