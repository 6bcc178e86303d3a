import { Readable, type PassThrough } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { createSheetNames } from './sheet-names.ts'
import { stylesXml } from './styles.ts'
import { plainXml, XML_HEAD } from './xml.ts'

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const MAIN = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
/** Spreadsheets say when they were made on their cover; the parts of the zip all carry the oldest time that a zip knows. */
const PART_TIME = new Date(1980, 0, 1)
const OPTIONS = { mtime: PART_TIME, forceDosTimestamp: true }
/** The default level takes twice as long for a file a tenth smaller. */
const ROWS = { ...OPTIONS, compressionLevel: 1 }

interface Part {
  name: string
  path: string
  /** The row that is repeated on each printed page; null: none. */
  header: number | null
}

/** A workbook as a zip, a sheet after the other; `output` is its bytes while they come. */
export function createPackage() {
  const zip = new ZipFile()
  const output = zip.outputStream as PassThrough
  const nameOf = createSheetNames()
  const parts: Part[] = []
  zip.on('error', (error: Error) => output.destroy(error))

  function begun(wished: string, header: number | null): Part {
    const part = { name: nameOf(wished), path: `worksheets/sheet${parts.length + 1}.xml`, header }
    parts.push(part)
    return part
  }

  return {
    output,
    /** Writes a sheet as its rows come, and returns its name. Throws when the file is given up. */
    async addRows(wished: string, xml: AsyncIterable<Buffer>, header = 1): Promise<string> {
      const part = begun(wished, header)
      const content = Readable.from(xml, { objectMode: false })
      const giveUp = () => content.destroy()
      output.once('close', giveUp)
      try {
        zip.addReadStream(content, `xl/${part.path}`, ROWS)
        await finished(content)
      } finally {
        output.off('close', giveUp)
      }
      if (output.destroyed) throw new Error('the target was closed')
      return part.name
    },
    /** Ends the workbook with its cover, at the front or at the back; the rows are what is open at first. */
    finish(cover: { title: string; xml: string; atFront: boolean }, about: { title: string; day: string }): void {
      const part = begun(cover.title, null)
      const order = cover.atFront ? [part, ...parts.slice(0, -1)] : parts
      const open = order.findIndex((one) => one !== part)
      const files = {
        [`xl/${part.path}`]: cover.xml,
        'xl/styles.xml': stylesXml(about.day),
        'xl/workbook.xml': workbookXml(order, Math.max(0, open)),
        'xl/_rels/workbook.xml.rels': workbookRelations(order),
        'docProps/core.xml': coreXml(about.title),
        '_rels/.rels': ROOT_RELATIONS,
        '[Content_Types].xml': contentTypes(parts),
      }
      for (const [path, xml] of Object.entries(files)) zip.addBuffer(Buffer.from(xml), path, OPTIONS)
      zip.end()
    },
  }
}

/** Where a link inside the workbook leads: the first cell of a sheet. */
export const placeIn = (sheet: string): string => `${plainXml(quoted(sheet))}!A1`
const quoted = (sheet: string): string => `'${sheet.replaceAll("'", "''")}'`

const workbookXml = (order: readonly Part[], open: number): string =>
  `${XML_HEAD}\
<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${OFFICE}/relationships">\
<bookViews><workbookView activeTab="${open}"/></bookViews>\
<sheets>${order.map(({ name }, at) => `<sheet name="${plainXml(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('')}</sheets>\
<definedNames>${order
    .map(({ name, header }, at) =>
      header === null
        ? ''
        : `<definedName name="_xlnm.Print_Titles" localSheetId="${at}">${plainXml(quoted(name))}!$${header}:$${header}</definedName>`,
    )
    .join('')}</definedNames></workbook>`.replace('<definedNames></definedNames>', '')

const workbookRelations = (order: readonly Part[]): string => `${XML_HEAD}\
<Relationships xmlns="${PACKAGE}/relationships">\
${order.map(({ path }, at) => `<Relationship Id="rId${at + 1}" Type="${OFFICE}/relationships/worksheet" Target="${path}"/>`).join('')}\
<Relationship Id="rId${order.length + 1}" Type="${OFFICE}/relationships/styles" Target="styles.xml"/></Relationships>`

const ROOT_RELATIONS = `${XML_HEAD}<Relationships xmlns="${PACKAGE}/relationships">\
<Relationship Id="rId1" Type="${OFFICE}/relationships/officeDocument" Target="xl/workbook.xml"/>\
<Relationship Id="rId2" Type="${PACKAGE}/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`

const coreXml = (title: string): string => `${XML_HEAD}\
<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/">\
<dc:title>${plainXml(title)}</dc:title><dc:creator>Meterbook</dc:creator></cp:coreProperties>`

const contentTypes = (parts: readonly Part[]): string => `${XML_HEAD}\
<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
<Default Extension="xml" ContentType="application/xml"/>\
<Override PartName="/xl/workbook.xml" ContentType="${MAIN}.sheet.main+xml"/>\
<Override PartName="/xl/styles.xml" ContentType="${MAIN}.styles+xml"/>\
<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>\
${parts.map(({ path }) => `<Override PartName="/xl/${path}" ContentType="${MAIN}.worksheet+xml"/>`).join('')}</Types>`
