/** What n8n's linter takes for code of a node where it stands in a .ts file. */

/** A wait by the clock of the test, be it a fake one: n8n's own sleeps by the real clock. */
export declare function nap(ms: number): Promise<void>;
/** Waits until all that is answered at once has come to rest. */
export declare function turn(): Promise<void>;
/** The bytes of a file in test/support/importSources. */
export declare function importSource(name: string): Buffer;
/** A workflow of the folder examples. */
export declare function example(name: string): import('n8n-workflow').IWorkflowBase;
