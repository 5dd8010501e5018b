import type { Difference } from './differences.mts';
import type { Headers } from './examine/headers.ts';
import type { Time } from './examine/time.ts';
import type { Told } from './examine/told.ts';
import type { Scheme } from './context.mts';
import type { DealFindings } from './steps/deals.mts';
import type { ListFindings } from './steps/lists.mts';
import type { QuotationFindings } from './steps/quotation.mts';
import type { SignInFindings } from './steps/signIn.mts';
import type { WebhookFindings } from './steps/webhooks.mts';
import type { WrongIdFindings } from './steps/wrongIds.mts';

/** All that is kept of a run: no answer, and no value of one. */
export interface Findings {
	scheme: Scheme;
	requests: number;
	/** The quickest answer with data. */
	quickest?: Time;
	routes: Array<{ operation: Told; fates: Told[] }>;
	signIn: SignInFindings;
	lists: { contacts?: ListFindings; quotations?: ListFindings };
	quotation?: QuotationFindings;
	deals?: DealFindings;
	webhooks?: WebhookFindings;
	wrongIds: WrongIdFindings;
	headers: Headers;
	/** Statuses that passed by themselves, such as 429. */
	passing: number[];
	differences: Difference[];
}
