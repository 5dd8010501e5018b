import { ok, type Answer } from '../../answer.mts';
import type { Document } from '../../world/documents.mts';
import { documentOf, listedQuotationOf, summaryOf } from '../../world/published/documents.mts';
import { type Call, type Route, unknownId } from '../call.mts';
import { quotationPdf } from '../quotationPdf.mts';

type Type = Document['type'];

const documentsOf = (call: Call, type?: Type) => {
	const profile = call.profile(call.params.companyProfileId);
	const documents = profile.documents.filter((document) => !type || document.type === type);
	return { profile, documents };
};

function find(call: Call, type?: Type) {
	const { profile, documents } = documentsOf(call, type);
	const id = call.params.documentId.toLowerCase();
	const found = documents.find((document) => document.id === id);
	if (!found) throw unknownId(call);
	return { profile, found };
}

const listQuotationsAsPublished: Route = (call) => {
	const { profile, documents } = documentsOf(call, 'QUOTATION');
	const requestId = call.query.lead_configuration_id?.toLowerCase();
	const shown = documents.filter((one) => !requestId || one.requestId === requestId);
	const quotationDatas = shown.map((document) => listedQuotationOf(profile, document));
	return ok({ message: 'OK', quotationDatas });
};

/** A document by itself, under a name such as `quotationData`. */
const getOne =
	(type: Type): Route =>
	(call) => {
		const { profile, found } = find(call, type);
		const document = documentOf(profile, found, call.switches.artifactNames);
		return ok({ message: 'OK', [`${type.toLowerCase()}Data`]: document });
	};

const pdfOf =
	(type?: Type): Route =>
	async (call): Promise<Answer> => {
		const { found } = find(call, type);
		const { artifactName } = call.params;
		if (!call.switches.artifactNames.includes(artifactName)) throw unknownId(call);
		return await quotationPdf(found, call.switches);
	};

const listDocuments: Route = (call) => {
	const { profile, documents } = documentsOf(call);
	const documentDatas = documents.map((document) => summaryOf(profile, document));
	return ok({ message: 'OK', documentDatas });
};

export const documentRoutes = {
	listQuotationsAsPublished,
	getQuotationAsPublished: getOne('QUOTATION'),
	getInvoice: getOne('INVOICE'),
	getContract: getOne('CONTRACT'),
	getQuotationPdfAsPublished: pdfOf('QUOTATION'),
	getDocumentPdf: pdfOf(),
	listDocuments,
};
