/** Names of the files in test/fixtures/contacts: one contact, as programs export it. */
export declare const contactFiles: readonly string[];
export declare function contactFile(name: string): Buffer;
