import { type Route, routesOf } from './routes.mts';
import { isObject, type Json, resolved } from './schema.mts';

/** The call that tells of a change: OpenAPI 3.1 has it among webhooks, 3.0 as a callback of a route. */
export function eventRouteOf(root: Json): Route | undefined {
	const webhooks = routesOf(root, 'webhooks');
	const callbacks = routesOf(root).flatMap(({ operation, at }) =>
		Object.values(isObject(operation.callbacks) ? operation.callbacks : {}).flatMap((value) => {
			const items = resolved(root, { schema: value, at }).schema;
			return isObject(items) ? routesOf({ ...root, callbacks: items }, 'callbacks') : [];
		}),
	);
	const calls = [...webhooks, ...callbacks];
	const names = ({ body, shape }: Route) => [...shape(body).fields.keys()];
	return calls.find((call) => names(call).includes('eventName')) ?? calls[0];
}
