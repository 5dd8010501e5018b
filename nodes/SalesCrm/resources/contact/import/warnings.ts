import type { PersonalInfo } from '../../../../service/api/types';
import { quoted } from '../../../../values/text';
import { FEWEST_DIGITS } from './keys';

/** Values that cannot be right, by a small well-known rule each. They warn, and never refuse. */

/** Four digits, the first no 0, and two letters, none of three pairs that are not given out. */
const DUTCH_POSTCODE = /^[1-9]\d{3} ?(?!SA|SD|SS)[A-Z]{2}$/i;
const DUTCH_NAMES = /^(nl|nld|nederland|the netherlands|netherlands|holland)$/i;
/** E.164. */
const MOST_DIGITS = 15;
/** Of a Dutch number without the 0: nine, but for service numbers and those of machines. */
const DUTCH_NUMBER = /^(\d{9}|(800|90\d)\d{4,7}|97\d{9})$/;
/** RFC 5321. */
const LONGEST_EMAIL = 254;

const RULES: Record<string, (value: string, infos: ReadonlyMap<string, string>) => string | false> =
	{
		'E-mailadres': (value) => !isEmail(value.trim()) && 'is no email address',
		Telefoonnummer: (value) => !isPhone(value.trim()) && 'is no telephone number',
		Postcode: (value, infos) =>
			isDutch(infos.get('Land')) &&
			!DUTCH_POSTCODE.test(value.trim()) &&
			'is no Dutch postcode such as 1234 AB',
	};

/** What is to be said of a row's values. */
export function valueWarnings(infos: readonly PersonalInfo[]): string[] {
	const byName = new Map(infos.map(({ name, value }) => [name, value]));
	return infos.flatMap(({ name, value }) => {
		const complaint = Object.hasOwn(RULES, name) && RULES[name](value, byName);
		return complaint ? `${name}: ${quoted(value)} ${complaint}` : [];
	});
}

function isEmail(text: string): boolean {
	const [local, domain, ...more] = text.split('@');
	if (domain === undefined || more.length > 0 || text.length > LONGEST_EMAIL) return false;
	const isDotted = (part: string) => part.split('.').every((label) => label !== '');
	return !/[\s,;<>]/.test(text) && isDotted(local) && isDotted(domain) && domain.includes('.');
}

function isPhone(text: string): boolean {
	if (!/^[(\s]*\+?[\d\s().\-/]+$/.test(text)) return false;
	const digits = text.replace(/\D/g, '');
	if (digits.length < FEWEST_DIGITS || digits.length > MOST_DIGITS) return false;
	const isAbroad = /^[(\s]*\+/.test(text) || digits.startsWith('00');
	const international = digits.replace(/^00/, '');
	if (isAbroad && !international.startsWith('31')) return true;
	if (isAbroad) return DUTCH_NUMBER.test(international.slice(2).replace(/^0/, ''));
	return digits.startsWith('0') ? DUTCH_NUMBER.test(digits.slice(1)) : true;
}

/** Where no country is given, it is the Netherlands. */
const isDutch = (country = 'Nederland') => DUTCH_NAMES.test(country.trim());
