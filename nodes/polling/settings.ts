import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { connect } from '../auth/authenticator';
import { type Connection, forProfile, type Scheme } from '../transport/connection';
import { isObject } from '../utils/json';
import { quoted } from '../utils/text';
import { UserError } from '../utils/userError';

/** What every poll node is set to: how it signs in, and how its settings are read. */

/** @throws UserError naming the field that is missing. */
export async function connectTo(context: IPollFunctions): Promise<Connection> {
	const scheme = context.getNodeParameter('authentication', 'apiToken') as Scheme;
	const { companyProfileId } = objectIn(context, 'options');
	return forProfile(await connect(context, scheme), companyProfileId);
}

/** A collection of parameters; an expression may give anything. */
export function objectIn(context: IPollFunctions, name: string): IDataObject {
	const value = context.getNodeParameter(name, {});
	return isObject(value) ? value : {};
}

/** @throws UserError naming the field. */
export function atLeast(least: number, value: unknown, field: string): number {
	const number = typeof value === 'string' && value.trim() === '' ? NaN : Number(value);
	if (Number.isFinite(number) && number >= least) return number;
	throw new UserError(`'${field}' must be a number of at least ${least}`, `Got ${quoted(value)}.`);
}

/** Whose records a cursor is about: another service or profile starts anew. */
export const sourceOf = ({ baseUrl, profileId }: Connection, ...of: string[]): string =>
	[baseUrl, profileId ?? '', ...of].join(' ');
