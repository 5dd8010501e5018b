import { ok, Refusal, type Answer } from '../../answer.mts';
import { documentsOf } from '../../world/documents.mts';
import { legacyQuotationOf } from '../../world/legacy.mts';
import type { Profile } from '../../world/profile.mts';
import type { Quotation } from '../../world/shapes.mts';
import type { Call, Route } from '../call.mts';
import { quotationPdf } from '../quotationPdf.mts';
import { pageOf } from './pages.mts';

const listQuotations: Route = (call) => {
	const profile = call.profile(call.query.company_profile_id);
	const { quotations } = profile;
	return pageOf(call, {
		names: ['quotations', 'offertes'],
		total: quotations.length,
		slice: (start, end) => shown(profile, quotations.slice(start, end)),
	});
};

/** Which fields they really have is not known: these are those of an older page of the service. */
function shown(profile: Profile, quotations: Quotation[]): object[] {
	return documentsOf(quotations, profile.requests)
		.filter(({ type }) => type === 'QUOTATION')
		.map((document) => legacyQuotationOf(profile, document));
}

const getQuotationInfo: Route = (call) => {
	const { profile, quotation } = find(call);
	return ok(shown(profile, [quotation])[0]);
};

const getQuotationPdf: Route = async (call): Promise<Answer> => {
	return await quotationPdf(find(call).quotation, call.switches);
};

export const quotationRoutes = { listQuotations, getQuotationInfo, getQuotationPdf };

function find(call: Call) {
	const profile = call.profile(call.query.company_profile_id);
	const quotation = profile.quotations.find(({ id }) => id === call.query.id.toLowerCase());
	if (!quotation) throw new Refusal(404, 'No such quotation');
	return { profile, quotation };
}
