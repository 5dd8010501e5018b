/** Bytes of the heap that are in use once what nobody holds was collected. */
export function heapInUse(): number;
