import { crc32 } from 'node:zlib';

/** A PDF of exactly so many bytes; `salt` makes it another one. */
export function aPdf(bytes = 400, salt = ''): Buffer {
  return filled(Buffer.from(`%PDF-1.7\n% ${salt}\n`), bytes);
}

export function anRtf(): Buffer {
  return Buffer.from('{\\rtf1\\ansi A short abstract.}');
}

/** A Word document of the new kind: a zip archive with the two parts that make it one, and whatever else is asked for. */
export function aDocx(more: Record<string, string> = {}): Buffer {
  return zipOf({
    '[Content_Types].xml': '<Types/>',
    'word/document.xml': '<w:document/>',
    ...more,
  });
}

type ZipOptions = {
  /** What the directory says each entry unpacks to. */
  declaredBytes?: number;
  flags?: number;
  /** Names that are listed a second time. */
  twice?: string[];
};

/** A zip archive whose entries are stored as they are: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT. */
export function zipOf(entries: Record<string, string>, options: ZipOptions = {}): Buffer {
  const { declaredBytes, flags = 0x0800, twice = [] } = options;
  const names = [...Object.keys(entries), ...twice];
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const name of names) {
    const content = Buffer.from(entries[name] ?? '');
    const nameBytes = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(content.length, 14);
    common.writeUInt32LE(declaredBytes ?? content.length, 18);
    common.writeUInt16LE(nameBytes.length, 22);
    bodies.push(Buffer.from('504b0304', 'hex'), common, nameBytes, content);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('504b01021400', 'hex'), common, rest, nameBytes);
    offset += 30 + nameBytes.length + content.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('504b0506', 0, 'hex');
  end.writeUInt16LE(names.length, 8);
  end.writeUInt16LE(names.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, list, end]);
}

/** A Word document of the old kind: a compound file of three sectors; its directory has the names ([MS-CFB]). */
export function aDoc(names: readonly string[] = ['WordDocument']): Buffer {
  const header = Buffer.alloc(512, 0xff);
  header.write('d0cf11e0a1b11ae1', 0, 'hex');
  header.fill(0, 8, 76);
  header.write('3e000300feff0900', 24, 'hex');
  header.writeUInt32LE(1, 44);
  header.writeUInt32LE(1, 48);
  header.writeUInt32LE(0, 76);
  const table = Buffer.alloc(512, 0xff);
  table.writeInt32LE(-3, 0);
  table.writeInt32LE(-2, 4);
  const entries = ['Root Entry', ...names].map((name, i) => {
    const entry = Buffer.alloc(128);
    entry.write(name, 0, 'utf16le');
    entry.writeUInt16LE((name.length + 1) * 2, 64);
    entry.writeUInt8(i === 0 ? 5 : 1, 66);
    return entry;
  });
  return Buffer.concat([header, table, filled(Buffer.concat(entries), 512), Buffer.alloc(512)]);
}

function filled(start: Buffer, bytes: number): Buffer {
  const whole = Buffer.alloc(bytes);
  for (let at = start.length; at < bytes; at += 4096) whole.writeUInt8(at % 251, at);
  start.copy(whole);
  return whole;
}
