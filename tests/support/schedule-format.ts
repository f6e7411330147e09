import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import * as z from 'zod/mini';

/**
 * The format of https://c3voc.de/wiki/schedule as far as our files use it, in our words and stricter than the schemas that
 * C3VOC publishes: one order of elements, and nothing that is optional there may be missing.
 */
const XSD = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified">
<xs:element name="schedule">
  <xs:complexType><xs:sequence>
    <xs:element name="generator"><xs:complexType>
      <xs:attribute name="name" type="filled" use="required"/>
    </xs:complexType></xs:element>
    <xs:element name="url" type="address"/>
    <xs:element name="version" type="filled"/>
    <xs:element name="conference"><xs:complexType><xs:sequence>
      <xs:element name="title" type="filled"/>
      <xs:element name="acronym" type="acronym"/>
      <xs:element name="start" type="xs:date"/>
      <xs:element name="end" type="xs:date"/>
      <xs:element name="days" type="xs:positiveInteger"/>
      <xs:element name="timeslot_duration" type="hours"/>
      <xs:element name="base_url" type="address"/>
      <xs:element name="logo" type="address"/>
      <xs:element name="url" type="address"/>
      <xs:element name="time_zone_name" type="filled" minOccurs="0"/>
      <xs:element name="color"><xs:complexType>
        <xs:attribute name="primary" type="colour" use="required"/>
      </xs:complexType></xs:element>
      <xs:element name="track" minOccurs="0" maxOccurs="unbounded"><xs:complexType>
        <xs:attribute name="name" type="filled" use="required"/>
      </xs:complexType></xs:element>
    </xs:sequence></xs:complexType></xs:element>
    <xs:element name="day" type="day" maxOccurs="unbounded"/>
  </xs:sequence></xs:complexType>
  <xs:unique name="day"><xs:selector xpath="day"/><xs:field xpath="@index"/></xs:unique>
  <xs:unique name="id"><xs:selector xpath="day/room/event"/><xs:field xpath="@id"/></xs:unique>
  <xs:unique name="guid"><xs:selector xpath="day/room/event"/><xs:field xpath="@guid"/></xs:unique>
  <xs:unique name="slug"><xs:selector xpath="day/room/event"/><xs:field xpath="slug"/></xs:unique>
</xs:element>
<xs:complexType name="day">
  <xs:sequence><xs:element name="room" type="room" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
  <xs:attribute name="index" type="xs:positiveInteger" use="required"/>
  <xs:attribute name="date" type="xs:date" use="required"/>
  <xs:attribute name="start" type="instant" use="required"/>
  <xs:attribute name="end" type="instant" use="required"/>
</xs:complexType>
<xs:complexType name="room">
  <xs:sequence><xs:element name="event" type="event" maxOccurs="unbounded"/></xs:sequence>
  <xs:attribute name="name" type="filled" use="required"/>
  <xs:attribute name="guid" type="guid" use="required"/>
</xs:complexType>
<xs:complexType name="event">
  <xs:sequence>
    <xs:element name="room" type="filled"/>
    <xs:element name="title" type="filled"/>
    <xs:element name="subtitle" type="xs:string"/>
    <xs:element name="type" type="filled"/>
    <xs:element name="date" type="instant"/>
    <xs:element name="start" type="hours"/>
    <xs:element name="duration" type="hours"/>
    <xs:element name="abstract" type="xs:string"/>
    <xs:element name="slug" type="slug"/>
    <xs:element name="track" type="xs:string"/>
    <xs:element name="persons"><xs:complexType><xs:sequence>
      <xs:element name="person" minOccurs="0" maxOccurs="unbounded"><xs:complexType><xs:simpleContent>
        <xs:extension base="filled"><xs:attribute name="guid" type="guid" use="required"/></xs:extension>
      </xs:simpleContent></xs:complexType></xs:element>
    </xs:sequence></xs:complexType></xs:element>
    <xs:element name="language" type="xs:language"/>
    <xs:element name="description" type="xs:string"/>
    <xs:element name="url" type="address"/>
  </xs:sequence>
  <xs:attribute name="guid" type="guid" use="required"/>
  <xs:attribute name="id" use="required"><xs:simpleType>
    <xs:restriction base="xs:positiveInteger"><xs:maxInclusive value="2147483647"/></xs:restriction>
  </xs:simpleType></xs:attribute>
</xs:complexType>
${[
  ['filled', 'xs:string', String.raw`[\s\S]*\S[\s\S]*`],
  ['address', 'xs:anyURI', 'https?://.+'],
  ['acronym', 'xs:string', '[a-z0-9]{4,}'],
  ['hours', 'xs:string', '[0-2][0-9]:[0-5][0-9]'],
  ['colour', 'xs:string', '#[0-9a-f]{6}'],
  ['instant', 'xs:dateTime', '.+(Z|[+-][0-9]{2}:[0-9]{2})'],
  ['guid', 'xs:string', '[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}'],
  ['slug', 'xs:string', '[a-z0-9]{4,}-[a-z0-9_-]{3,}[a-z0-9]'],
]
  .map(
    ([name, base, pattern]) => `<xs:simpleType name="${name}"><xs:restriction base="${base}">
  <xs:pattern value="${pattern}"/>
</xs:restriction></xs:simpleType>`,
  )
  .join('\n')}
</xs:schema>`;

let schema: XsdValidator | undefined;

/** The mistakes of a /schedule.xml: [] if it is correct. */
export function mistakesOfScheduleXml(xml: string): string[] {
  schema ??= XsdValidator.fromDoc(XmlDocument.fromString(XSD));
  let document: XmlDocument | undefined;
  try {
    document = XmlDocument.fromString(xml);
    schema.validate(document);
    return [];
  } catch (error) {
    return [String(error)];
  } finally {
    document?.dispose();
  }
}

const filled = z.string().check(z.regex(/\S/));
const instant = z.iso.datetime({ offset: true, local: false });
const address = z.url({ protocol: /^https?$/ });
const guid = z.uuid({ version: 'v5' });
const hours = z.string().check(z.regex(/^[0-2]\d:[0-5]\d$/));
const Named = z.strictObject({ guid, name: filled });

const Event = z.strictObject({
  guid,
  id: z.int().check(z.minimum(1), z.maximum(2 ** 31 - 1)),
  date: instant,
  start: hours,
  end: instant,
  duration: hours,
  room: filled,
  slug: z.string().check(z.regex(/^[a-z0-9_-]+[a-z0-9]$/)),
  url: address,
  title: filled,
  subtitle: z.string(),
  track: z.nullable(filled),
  type: z.enum(['talk', 'other']),
  language: z.literal('en'),
  abstract: z.string(),
  description: z.string(),
  persons: z.array(Named),
  links: z.tuple([]),
  attachments: z.tuple([]),
});

/** The content of a /schedule.json, by the same rules. */
export const ScheduleJson = z.strictObject({
  $schema: z.literal('https://c3voc.de/schedule/schema.json'),
  generator: z.strictObject({ name: filled }),
  schedule: z.strictObject({
    version: filled,
    base_url: address,
    conference: z.strictObject({
      title: filled,
      acronym: z.string().check(z.regex(/^[a-z0-9]{4,}$/)),
      start: z.iso.date(),
      end: z.iso.date(),
      daysCount: z.int(),
      timeslot_duration: hours,
      time_zone_name: z.optional(z.string().check(z.regex(/^[A-Z][a-z]+\/[A-Z][a-z]+/))),
      logo: address,
      url: address,
      colors: z.strictObject({ primary: z.string().check(z.regex(/^#[0-9a-f]{6}$/)) }),
      tracks: z.array(z.strictObject({ name: filled })),
      rooms: z.array(Named),
      days: z.array(
        z.strictObject({
          index: z.int(),
          date: z.iso.date(),
          day_start: instant,
          day_end: instant,
          rooms: z.record(z.string(), z.array(Event)),
        }),
      ),
    }),
  }),
});
