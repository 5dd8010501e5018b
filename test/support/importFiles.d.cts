/** The bytes of a file in test/support/importSources. */
export declare function importSource(name: string): Buffer;
