import { ok, type Answer } from '../../answer.mts';
import {
	listedQuotationOf,
	quotationDocumentOf,
	summaryOf,
} from '../../world/published/documents.mts';
import { type Call, type Route, unknownId } from '../call.mts';
import { quotationPdf } from '../quotationPdf.mts';

const quotationsOf = (call: Call) => {
	const profile = call.profile(call.params.companyProfileId);
	return { profile, quotations: profile.documents.filter(({ type }) => type === 'QUOTATION') };
};

function find(call: Call) {
	const { profile, quotations } = quotationsOf(call);
	const id = call.params.documentId.toLowerCase();
	const found = quotations.find((document) => document.id === id);
	if (!found) throw unknownId(call);
	return { profile, found };
}

const listQuotationsAsPublished: Route = (call) => {
	const { profile, quotations } = quotationsOf(call);
	const requestId = call.query.lead_configuration_id?.toLowerCase();
	const shown = quotations.filter((one) => !requestId || one.requestId === requestId);
	const quotationDatas = shown.map((document) => listedQuotationOf(profile, document));
	return ok({ message: 'OK', quotationDatas });
};

const getQuotationAsPublished: Route = (call) => {
	const { profile, found } = find(call);
	const { artifactNames } = call.switches;
	return ok({ message: 'OK', quotationData: quotationDocumentOf(profile, found, artifactNames) });
};

const getQuotationPdfAsPublished: Route = async (call): Promise<Answer> => {
	const { found } = find(call);
	const { artifactName } = call.params;
	if (!call.switches.artifactNames.includes(artifactName)) throw unknownId(call);
	return await quotationPdf(found, call.switches);
};

const listDocuments: Route = (call) => {
	const { profile } = quotationsOf(call);
	const documentDatas = profile.documents.map((document) => summaryOf(profile, document));
	return ok({ message: 'OK', documentDatas });
};

export const documentRoutes = {
	listQuotationsAsPublished,
	getQuotationAsPublished,
	getQuotationPdfAsPublished,
	listDocuments,
};
