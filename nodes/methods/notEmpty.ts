import { UserError } from '../utils/userError';

/** An empty list of the editor says nothing of its own: this tells what is missing. @throws UserError */
export function notEmpty<T>(list: T[], what: string, advice: string): T[] {
	if (list.length > 0) return list;
	throw new UserError(`This company profile has no ${what}`, advice);
}
