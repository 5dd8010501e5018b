type Shape = { type: string; properties?: Record<string, Shape>; items?: Shape };

/** The JSON schema of a value's shape, without the value: what n8n's editor shows as a preview. */
export function shapeOf(value: unknown): Shape {
	if (value === null || value === undefined) return { type: 'null' };
	if (Array.isArray(value)) {
		return value.length === 0 ? { type: 'array' } : { type: 'array', items: shapeOf(value[0]) };
	}
	if (typeof value === 'object') {
		const entries = Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]);
		return { type: 'object', properties: Object.fromEntries(entries) };
	}
	if (typeof value === 'number') return { type: Number.isInteger(value) ? 'integer' : 'number' };
	return { type: typeof value };
}
