export function packedBlanks(count: number): string;
