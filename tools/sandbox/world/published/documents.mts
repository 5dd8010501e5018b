import type { DocumentSummary, ListedQuotation, QuotationDocument } from '../../openapi.ts';
import { uuidOf } from '../chance.mts';
import type { Document } from '../documents.mts';
import type { Profile } from '../profile.mts';
import type { Line } from '../shapes.mts';
import { contactPersonIdOf } from './people.mts';

/** Documents in the shapes that are published. */

const pricingOf = ({ total }: Document): Record<string, number> =>
	total === null ? {} : { total };
/** A change makes a new version. */
const versionOf = ({ id, status }: Document) => uuidOf(id, 'version', status);

/** Some fields of a document are named after its type, such as quotationNumber. */
function ownFields({ type, number, title, status, createdAt, expiresAt }: Document) {
	const name = type.toLowerCase();
	return {
		[`${name}CreationTimestamp`]: createdAt,
		[`${name}ExpirationTimestamp`]: expiresAt,
		...(type === 'INVOICE' && { invoiceDeliveryTimestamp: createdAt }),
		...(type !== 'CONTRACT' && {
			title,
			[`${name}Number`]: number,
			[`${name}Title`]: title,
			[`${name}Status`]: status,
		}),
	};
}

const headOf = (profile: Profile, document: Document) => ({
	documentId: document.id,
	versionId: versionOf(document),
	profileId: profile.id,
	documentTitle: document.title,
	documentStatus: document.status,
	documentNumber: document.number,
	documentType: document.type,
	...ownFields(document),
	isoCurrency: 'EUR',
	locale: 'nl-NL',
	...(document.type !== 'CONTRACT' && { pricing: pricingOf(document) }),
});

/** As the list shows a quotation, without its customer. */
export const listedQuotationOf = (profile: Profile, document: Document) =>
	headOf(profile, document) as ListedQuotation;

const lineOf = ({ description, quantity, unitPrice, discount }: Line, position: number) => ({
	description,
	units: quantity,
	pricePerUnit: unitPrice,
	position,
	discount: discount ? { ...discount, name: 'Korting' } : null,
});

function bodyOf(profile: Profile, document: Document, artifactNames: string[]) {
	const { requestId, type } = document;
	const artifact = { type: 'page', props: {}, children: [] };
	const data = { lines: document.lines.map(lineOf), groupDiscount: null };
	return {
		subjects: {
			...(requestId && {
				leadConfiguration: requestId,
				contactPerson: contactPersonIdOf(profile, requestId),
			}),
			...(type === 'INVOICE' && { paymentSummary: uuidOf(document.id, 'payments') }),
		},
		segments: {
			defaultTemplateIntroduction: { type: 'text', data: { text: 'Beste klant,' } },
			defaultTemplatePriceLineGroup: { type: 'priceLineGroup', data },
		},
		renderRows: [],
		renderTemplate: null,
		artifacts:
			artifactNames.length > 0
				? Object.fromEntries(artifactNames.map((name) => [name, artifact]))
				: null,
	};
}

/** As its own route shows a document. */
export const documentOf = (profile: Profile, document: Document, artifactNames: string[]) =>
	({
		...headOf(profile, document),
		...bodyOf(profile, document, artifactNames),
	}) as QuotationDocument;

/** As its events show a document. */
export const eventDocumentOf = (profile: Profile, document: Document) => ({
	...headOf(profile, document),
	profileId: null,
	...(document.type !== 'QUOTATION' && { archived: null }),
	...bodyOf(profile, document, []),
});

/** As the overview shows it, the only list that contains the customer. */
export const summaryOf = (profile: Profile, document: Document): DocumentSummary => ({
	id: document.id,
	profile_id: profile.id,
	document_title: document.title,
	document_status: document.status,
	document_type: document.type,
	document_number: document.number,
	contact_person_id: document.requestId ? contactPersonIdOf(profile, document.requestId) : null,
	organisation_id: null,
	document_creation_timestamp: document.createdAt,
	isoCurrency: 'EUR',
	pricing: document.type === 'CONTRACT' ? {} : pricingOf(document),
	archived: false,
	itemSubject: document.requestId ? { type: 'LEAD_CONFIGURATION', id: document.requestId } : null,
	last_updated_by: profile.users[0].id,
});
