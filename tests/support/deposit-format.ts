import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import * as z from 'zod/mini';

/**
 * The deposits for Crossref (https://www.crossref.org/documentation/schema-library/, 5.4.0) and DataCite
 * (https://schema.datacite.org/meta/kernel-4.6/) as far as ours use them, in our words and stricter than the schemas that
 * they publish: one order of elements, and the identifiers in full.
 */
const CROSSREF = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="http://www.crossref.org/schema/5.4.0" xmlns:ai="http://www.crossref.org/AccessIndicators.xsd" xmlns:jats="http://www.ncbi.nlm.nih.gov/JATS1" targetNamespace="http://www.crossref.org/schema/5.4.0" elementFormDefault="qualified">
<xs:element name="doi_batch"><xs:complexType>
  <xs:sequence>
    <xs:element name="head"><xs:complexType><xs:sequence>
      <xs:element name="doi_batch_id" type="id"/>
      <xs:element name="timestamp" type="stamp"/>
      <xs:element name="depositor"><xs:complexType><xs:sequence>
        <xs:element name="depositor_name" type="filled"/>
        <xs:element name="email_address" type="filled"/>
      </xs:sequence></xs:complexType></xs:element>
      <xs:element name="registrant" type="filled"/>
    </xs:sequence></xs:complexType></xs:element>
    <xs:element name="body"><xs:complexType><xs:sequence>
      <xs:element name="conference"><xs:complexType><xs:sequence>
        <xs:element name="event_metadata" type="event"/>
        <xs:element name="proceedings_metadata" type="proceedings"/>
        <xs:element name="conference_paper" type="paper" minOccurs="0" maxOccurs="unbounded"/>
      </xs:sequence></xs:complexType></xs:element>
    </xs:sequence></xs:complexType></xs:element>
  </xs:sequence>
  <xs:attribute name="version" fixed="5.4.0" use="required"/>
</xs:complexType></xs:element>
<xs:complexType name="event"><xs:sequence>
  <xs:element name="conference_name" type="filled"/>
  <xs:element name="conference_acronym" type="filled"/>
  <xs:element name="conference_location" type="filled"/>
  <xs:element name="conference_date"><xs:complexType><xs:simpleContent><xs:extension base="filled">
    <xs:attribute name="start_year" type="year" use="required"/><xs:attribute name="end_year" type="year" use="required"/>
    <xs:attribute name="start_month" type="month" use="required"/><xs:attribute name="end_month" type="month" use="required"/>
    <xs:attribute name="start_day" type="day" use="required"/><xs:attribute name="end_day" type="day" use="required"/>
  </xs:extension></xs:simpleContent></xs:complexType></xs:element>
</xs:sequence></xs:complexType>
<xs:complexType name="proceedings"><xs:sequence>
  <xs:element name="proceedings_title" type="filled"/>
  <xs:element name="publisher"><xs:complexType><xs:sequence>
    <xs:element name="publisher_name" type="filled"/>
    <xs:element name="publisher_place" type="filled"/>
  </xs:sequence></xs:complexType></xs:element>
  <xs:element name="publication_date" type="date"/>
  <xs:choice>
    <xs:element name="isbn" type="filled"/>
    <xs:element name="noisbn"><xs:complexType><xs:attribute name="reason" fixed="monograph" use="required"/></xs:complexType></xs:element>
  </xs:choice>
  <xs:element name="doi_data" type="doi"/>
</xs:sequence><xs:attribute name="language" type="language" use="required"/></xs:complexType>
<xs:complexType name="paper"><xs:sequence>
  <xs:element name="contributors"><xs:complexType><xs:choice maxOccurs="unbounded">
    <xs:element name="organization"><xs:complexType><xs:simpleContent><xs:extension base="filled">
      <xs:attributeGroup ref="contributor"/>
    </xs:extension></xs:simpleContent></xs:complexType></xs:element>
    <xs:element name="person_name"><xs:complexType><xs:sequence>
      <xs:element name="given_name" type="name" minOccurs="0"/>
      <xs:element name="surname" type="name"/>
      <xs:element name="affiliations" minOccurs="0"><xs:complexType><xs:sequence>
        <xs:element name="institution" maxOccurs="unbounded"><xs:complexType><xs:sequence>
          <xs:element name="institution_name" type="filled"/>
          <xs:element name="institution_id" minOccurs="0"><xs:complexType><xs:simpleContent><xs:extension base="ror">
            <xs:attribute name="type" fixed="ror" use="required"/>
          </xs:extension></xs:simpleContent></xs:complexType></xs:element>
        </xs:sequence></xs:complexType></xs:element>
      </xs:sequence></xs:complexType></xs:element>
      <xs:element name="ORCID" minOccurs="0"><xs:complexType><xs:simpleContent><xs:extension base="orcid">
        <xs:attribute name="authenticated" fixed="false" use="required"/>
      </xs:extension></xs:simpleContent></xs:complexType></xs:element>
    </xs:sequence><xs:attributeGroup ref="contributor"/></xs:complexType></xs:element>
  </xs:choice></xs:complexType></xs:element>
  <xs:element name="titles"><xs:complexType><xs:sequence><xs:element name="title" type="filled"/></xs:sequence></xs:complexType></xs:element>
  <xs:any namespace="http://www.ncbi.nlm.nih.gov/JATS1" processContents="skip" minOccurs="0"/>
  <xs:element name="publication_date" type="date"/>
  <xs:element name="pages" minOccurs="0"><xs:complexType><xs:sequence>
    <xs:element name="first_page" type="xs:positiveInteger"/>
    <xs:element name="last_page" type="xs:positiveInteger" minOccurs="0"/>
  </xs:sequence></xs:complexType></xs:element>
  <xs:element name="publisher_item"><xs:complexType><xs:sequence>
    <xs:element name="item_number"><xs:complexType><xs:simpleContent><xs:extension base="filled">
      <xs:attribute name="item_number_type" fixed="article_number" use="required"/>
    </xs:extension></xs:simpleContent></xs:complexType></xs:element>
  </xs:sequence></xs:complexType></xs:element>
  <xs:any namespace="http://www.crossref.org/AccessIndicators.xsd" processContents="skip" minOccurs="0"/>
  <xs:element name="doi_data" type="doi"/>
</xs:sequence>
<xs:attribute name="language" type="language" use="required"/>
<xs:attribute name="publication_type" fixed="abstract_only" use="required"/></xs:complexType>
<xs:attributeGroup name="contributor">
  <xs:attribute name="sequence" use="required"><xs:simpleType><xs:restriction base="xs:string"><xs:enumeration value="first"/><xs:enumeration value="additional"/></xs:restriction></xs:simpleType></xs:attribute>
  <xs:attribute name="contributor_role" fixed="author" use="required"/>
</xs:attributeGroup>
<xs:complexType name="date"><xs:sequence>
  <xs:element name="month" type="month"/><xs:element name="day" type="day"/><xs:element name="year" type="year"/>
</xs:sequence><xs:attribute name="media_type" fixed="online" use="required"/></xs:complexType>
<xs:complexType name="doi"><xs:sequence>
  <xs:element name="doi" type="doiName"/><xs:element name="resource" type="address"/>
</xs:sequence></xs:complexType>
<xs:simpleType name="filled"><xs:restriction base="xs:token"><xs:minLength value="1"/><xs:maxLength value="1024"/></xs:restriction></xs:simpleType>
<xs:simpleType name="id"><xs:restriction base="xs:token"><xs:minLength value="4"/><xs:maxLength value="100"/></xs:restriction></xs:simpleType>
<xs:simpleType name="stamp"><xs:restriction base="xs:string"><xs:pattern value="[0-9]{14}"/></xs:restriction></xs:simpleType>
<xs:simpleType name="name"><xs:restriction base="xs:string"><xs:pattern value="[^?0-9]+"/><xs:maxLength value="60"/></xs:restriction></xs:simpleType>
<xs:simpleType name="language"><xs:restriction base="xs:string"><xs:pattern value="[a-z]{2}"/></xs:restriction></xs:simpleType>
<xs:simpleType name="year"><xs:restriction base="xs:string"><xs:pattern value="(19|20)[0-9]{2}"/></xs:restriction></xs:simpleType>
<xs:simpleType name="month"><xs:restriction base="xs:string"><xs:pattern value="0?[1-9]|1[0-2]"/></xs:restriction></xs:simpleType>
<xs:simpleType name="day"><xs:restriction base="xs:string"><xs:pattern value="0?[1-9]|[12][0-9]|3[01]"/></xs:restriction></xs:simpleType>
<xs:simpleType name="doiName"><xs:restriction base="xs:string"><xs:pattern value="10\\.[0-9]{4,9}/\\S{1,200}"/></xs:restriction></xs:simpleType>
<xs:simpleType name="address"><xs:restriction base="xs:anyURI"><xs:pattern value="https?://\\S+"/></xs:restriction></xs:simpleType>
<xs:simpleType name="ror"><xs:restriction base="xs:string"><xs:pattern value="https://ror\\.org/0[a-hj-km-np-tv-z0-9]{6}[0-9]{2}"/></xs:restriction></xs:simpleType>
<xs:simpleType name="orcid"><xs:restriction base="xs:string"><xs:pattern value="https://orcid\\.org/[0-9]{4}-[0-9]{4}-[0-9]{4}-[0-9]{3}[0-9X]"/></xs:restriction></xs:simpleType>
</xs:schema>`;

const DATACITE = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="http://datacite.org/schema/kernel-4" targetNamespace="http://datacite.org/schema/kernel-4" elementFormDefault="qualified">
<xs:element name="resource"><xs:complexType><xs:all>
  <xs:element name="identifier"><xs:complexType><xs:simpleContent><xs:extension base="doi"><xs:attribute name="identifierType" fixed="DOI" use="required"/></xs:extension></xs:simpleContent></xs:complexType></xs:element>
  <xs:element name="creators"><xs:complexType><xs:sequence>
    <xs:element name="creator" maxOccurs="unbounded"><xs:complexType><xs:sequence>
      <xs:element name="creatorName"><xs:complexType><xs:simpleContent><xs:extension base="filled">
        <xs:attribute name="nameType" use="required"><xs:simpleType><xs:restriction base="xs:string"><xs:enumeration value="Personal"/><xs:enumeration value="Organizational"/></xs:restriction></xs:simpleType></xs:attribute>
      </xs:extension></xs:simpleContent></xs:complexType></xs:element>
      <xs:sequence minOccurs="0"><xs:element name="givenName" type="filled"/><xs:element name="familyName" type="filled"/></xs:sequence>
      <xs:element name="nameIdentifier" minOccurs="0"><xs:complexType><xs:simpleContent><xs:extension base="orcid">
        <xs:attribute name="nameIdentifierScheme" fixed="ORCID" use="required"/><xs:attribute name="schemeURI" fixed="https://orcid.org" use="required"/>
      </xs:extension></xs:simpleContent></xs:complexType></xs:element>
      <xs:element name="affiliation" minOccurs="0" maxOccurs="unbounded"><xs:complexType><xs:simpleContent><xs:extension base="filled">
        <xs:attribute name="affiliationIdentifier" type="ror"/><xs:attribute name="affiliationIdentifierScheme" fixed="ROR"/><xs:attribute name="schemeURI" fixed="https://ror.org"/>
      </xs:extension></xs:simpleContent></xs:complexType></xs:element>
    </xs:sequence></xs:complexType></xs:element>
  </xs:sequence></xs:complexType></xs:element>
  <xs:element name="titles" type="titles"/>
  <xs:element name="resourceType"><xs:complexType><xs:simpleContent><xs:extension base="filled">
    <xs:attribute name="resourceTypeGeneral" use="required"><xs:simpleType><xs:restriction base="xs:string"><xs:enumeration value="ConferencePaper"/><xs:enumeration value="ConferenceProceeding"/></xs:restriction></xs:simpleType></xs:attribute>
  </xs:extension></xs:simpleContent></xs:complexType></xs:element>
  <xs:element name="subjects" minOccurs="0"><xs:complexType><xs:sequence><xs:element name="subject" type="filled" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>
  <xs:element name="alternateIdentifiers" minOccurs="0"><xs:complexType><xs:sequence>
    <xs:element name="alternateIdentifier"><xs:complexType><xs:simpleContent><xs:extension base="filled"><xs:attribute name="alternateIdentifierType" fixed="Reference" use="required"/></xs:extension></xs:simpleContent></xs:complexType></xs:element>
  </xs:sequence></xs:complexType></xs:element>
  <xs:element name="relatedIdentifiers" minOccurs="0"><xs:complexType><xs:sequence>
    <xs:element name="relatedIdentifier"><xs:complexType><xs:simpleContent><xs:extension base="doi">
      <xs:attribute name="relatedIdentifierType" fixed="DOI" use="required"/><xs:attribute name="relationType" fixed="IsPartOf" use="required"/><xs:attribute name="resourceTypeGeneral" fixed="ConferenceProceeding" use="required"/>
    </xs:extension></xs:simpleContent></xs:complexType></xs:element>
  </xs:sequence></xs:complexType></xs:element>
  <xs:element name="descriptions" minOccurs="0"><xs:complexType><xs:sequence>
    <xs:element name="description"><xs:complexType><xs:simpleContent><xs:extension base="xs:string"><xs:attribute name="descriptionType" fixed="Abstract" use="required"/></xs:extension></xs:simpleContent></xs:complexType></xs:element>
  </xs:sequence></xs:complexType></xs:element>
  <xs:element name="relatedItems" minOccurs="0"><xs:complexType><xs:sequence>
    <xs:element name="relatedItem"><xs:complexType><xs:sequence>
      <xs:element name="relatedItemIdentifier"><xs:complexType><xs:simpleContent><xs:extension base="doi"><xs:attribute name="relatedItemIdentifierType" fixed="DOI" use="required"/></xs:extension></xs:simpleContent></xs:complexType></xs:element>
      <xs:element name="titles" type="titles"/>
      <xs:element name="publicationYear" type="xs:gYear"/>
      <xs:sequence minOccurs="0"><xs:element name="firstPage" type="xs:positiveInteger"/><xs:element name="lastPage" type="xs:positiveInteger"/></xs:sequence>
      <xs:element name="publisher" type="filled"/>
    </xs:sequence><xs:attribute name="relatedItemType" fixed="ConferenceProceeding" use="required"/><xs:attribute name="relationType" fixed="IsPublishedIn" use="required"/></xs:complexType></xs:element>
  </xs:sequence></xs:complexType></xs:element>
  <xs:element name="publisher" type="filled"/>
  <xs:element name="publicationYear" type="xs:gYear"/>
  <xs:element name="dates"><xs:complexType><xs:sequence>
    <xs:element name="date"><xs:complexType><xs:simpleContent><xs:extension base="xs:date"><xs:attribute name="dateType" fixed="Issued" use="required"/></xs:extension></xs:simpleContent></xs:complexType></xs:element>
  </xs:sequence></xs:complexType></xs:element>
  <xs:element name="language" type="xs:language"/>
  <xs:element name="rightsList" minOccurs="0"><xs:complexType><xs:sequence>
    <xs:element name="rights"><xs:complexType><xs:simpleContent><xs:extension base="filled"><xs:attribute name="rightsURI" type="xs:anyURI" use="required"/></xs:extension></xs:simpleContent></xs:complexType></xs:element>
  </xs:sequence></xs:complexType></xs:element>
</xs:all></xs:complexType></xs:element>
<xs:complexType name="titles"><xs:sequence><xs:element name="title" type="filled"/></xs:sequence></xs:complexType>
<xs:simpleType name="filled"><xs:restriction base="xs:token"><xs:minLength value="1"/></xs:restriction></xs:simpleType>
<xs:simpleType name="doi"><xs:restriction base="xs:string"><xs:pattern value="10\\.[0-9]{4,9}/\\S+"/></xs:restriction></xs:simpleType>
<xs:simpleType name="ror"><xs:restriction base="xs:string"><xs:pattern value="https://ror\\.org/0[a-hj-km-np-tv-z0-9]{6}[0-9]{2}"/></xs:restriction></xs:simpleType>
<xs:simpleType name="orcid"><xs:restriction base="xs:string"><xs:pattern value="https://orcid\\.org/[0-9]{4}-[0-9]{4}-[0-9]{4}-[0-9]{3}[0-9X]"/></xs:restriction></xs:simpleType>
</xs:schema>`;

const texts = { crossref: CROSSREF, datacite: DATACITE };
const validators = new Map<keyof typeof texts, XsdValidator>();

/** The mistake of a deposit; undefined if it is as we want it. */
export function mistakeOfDeposit(kind: keyof typeof texts, text: string): string | undefined {
  const validator =
    validators.get(kind) ?? XsdValidator.fromDoc(XmlDocument.fromString(texts[kind]));
  validators.set(kind, validator);
  const document = XmlDocument.fromString(text);
  try {
    validator.validate(document);
    return undefined;
  } catch (error) {
    return String(error);
  } finally {
    document.dispose();
  }
}

const text = z.string().check(z.minLength(1));
const day = z.iso.date();

/** The metadata that Zenodo demands of a conference's publication (https://developers.zenodo.org/#representation). */
export const ZenodoMetadata = z.strictObject({
  upload_type: z.literal('publication'),
  publication_type: z.enum(['conferencepaper', 'book']),
  publication_date: day,
  title: text,
  creators: z
    .array(
      z.strictObject({
        name: text,
        affiliation: z.optional(text),
        orcid: z.optional(z.string().check(z.regex(/^(?:\d{4}-){3}\d{3}[\dX]$/))),
      }),
    )
    .check(z.minLength(1)),
  description: z.string().check(z.regex(/^<p>[^<]+<\/p>/)),
  access_right: z.literal('open'),
  license: z.string().check(z.regex(/^cc(?:-[a-z-]+|0)-\d\.\d$/)),
  language: z.optional(z.string().check(z.regex(/^[a-z]{3}$/))),
  conference_title: text,
  conference_acronym: text,
  conference_dates: text,
  conference_place: text,
  imprint_publisher: text,
  imprint_place: text,
  imprint_isbn: z.optional(text),
  keywords: z.optional(z.array(text).check(z.minLength(1))),
  doi: z.optional(z.string().check(z.regex(/^10\.\d{4,9}\/\S+$/))),
  partof_title: z.optional(text),
  partof_pages: z.optional(text),
  related_identifiers: z.optional(
    z.array(
      z.strictObject({
        identifier: text,
        relation: z.enum(['isPartOf', 'isIdenticalTo']),
        scheme: z.enum(['doi', 'url']),
      }),
    ),
  ),
});
