import type { IHookFunctions, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';

import type { Property, ValuesOf } from './property';
import { parameterReader } from './read';

/** The parameters of a trigger. @throws UserError naming the parameter that cannot be read. */
export const readParameters = <const P extends readonly Property[]>(
	context: IHookFunctions | IPollFunctions | IWebhookFunctions,
	properties: P,
): ValuesOf<P> =>
	parameterReader(properties, {
		node: context.getNode(),
		isTool: false,
		whose: '',
		zone: () => context.getTimezone(),
	})((name, fallback) => context.getNodeParameter(name, fallback as string));
