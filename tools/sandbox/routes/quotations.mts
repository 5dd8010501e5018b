import { ok, Refusal, type Answer } from '../answer.mts';
import { pdf } from '../pdf.mts';
import type { Quotation } from '../world/shapes.mts';
import type { Call, Route } from './call.mts';
import { pageOf } from './pages.mts';

const listQuotations: Route = (call) => {
	const { quotations } = call.profile(call.query.company_profile_id);
	const withoutLines = ({ lines: _, ...rest }: Quotation) => rest;
	return pageOf(call, {
		thing: 'quotation',
		names: ['quotations', 'offertes'],
		total: quotations.length,
		slice: (start, end) => quotations.slice(start, end).map(withoutLines),
	});
};

const getQuotationInfo: Route = (call) => ok(find(call));

const getQuotationPdf: Route = async (call): Promise<Answer> => {
	const { number, title, customer_name, total } = find(call);
	const lines = [`Offerte ${number}`, title, customer_name, `EUR ${total.toFixed(2)}`];
	const file = await pdf(lines, call.switches.pdfBytes);
	return {
		status: 200,
		headers: {
			'content-type': 'application/pdf',
			'content-length': String(file.length),
		},
		stream: file.stream(),
	};
};

export const quotationRoutes = { listQuotations, getQuotationInfo, getQuotationPdf };

function find(call: Call): Quotation {
	const { quotations } = call.profile(call.query.company_profile_id);
	const found = quotations.find(({ id }) => id === call.query.id.toLowerCase());
	if (!found) throw new Refusal(404, 'No such quotation');
	return found;
}
