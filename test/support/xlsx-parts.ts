import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

/** A spreadsheet of parts as one says them, whole or hostile. */

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>'
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const OFFICE = `xmlns:r="${RELATIONS}"`

/** A part of any name. */
export interface XmlPart {
  name: string
  bytes: Buffer | string
}

export function zipped(parts: readonly XmlPart[]): Promise<Buffer> {
  const zip = new ZipFile()
  for (const { name, bytes } of parts) zip.addBuffer(Buffer.from(bytes), name, { compressionLevel: 1 })
  zip.end()
  return buffer(zip.outputStream)
}

/** The rows of a sheet, as XML, between its tags. */
export const sheetXml = (rows: string): string => `${HEAD}<worksheet ${MAIN}><sheetData>${rows}</sheetData></worksheet>`
/** A row of cells as text. */
export const rowXml = (row: number, ...cells: readonly (string | number)[]): string =>
  `<row r="${row}">${cells
    .map((cell) => (typeof cell === 'number' ? `<c><v>${cell}</v></c>` : `<c t="inlineStr"><is><t>${cell}</t></is></c>`))
    .join('')}</row>`

/** @param parts in place of those of a spreadsheet with one sheet, by their path */
export function xlsxOf(parts: Readonly<Record<string, Buffer | string>>): Promise<Buffer> {
  const whole: Record<string, Buffer | string> = {
    '[Content_Types].xml': `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    '_rels/.rels': `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${HEAD}<workbook ${MAIN} ${OFFICE}><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rId3" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    'xl/sharedStrings.xml': `${HEAD}<sst ${MAIN}></sst>`,
    'xl/styles.xml': `${HEAD}<styleSheet ${MAIN}></styleSheet>`,
    'xl/worksheets/sheet1.xml': sheetXml(''),
    ...parts,
  }
  return zipped(Object.entries(whole).map(([name, bytes]) => ({ name, bytes })))
}
