import type { BinaryDataService } from 'n8n-core';

/** Where n8n keeps binary data. */
export declare function n8nFiles(): BinaryDataService;
export declare function keepFilesInMemory(): void;
