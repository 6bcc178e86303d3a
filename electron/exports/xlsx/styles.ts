import { XML_HEAD } from './xml.ts'

/** Every look that a cell can have, by its place in the list that styles.xml holds. */
const STYLES = ['plain', 'header', 'text', 'time', 'instant', 'day', 'title', 'label', 'wrapped', 'link', 'duration', 'lasting'] as const
type Style = (typeof STYLES)[number]
export const STYLE = Object.fromEntries(STYLES.map((name, at) => [name, at])) as Readonly<Record<Style, number>>

/** Number formats of the user's own have numbers from 164; 49 is '@', text. */
const TIME = 164
const INSTANT = 165
const DAY = 166
const DURATION = 167
const LASTING = 168

const LOOKS: Readonly<Record<Style, string>> = {
  plain: '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
  header:
    '<xf numFmtId="49" fontId="1" fillId="2" borderId="1" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>',
  text: '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
  time: `<xf numFmtId="${TIME}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  instant: `<xf numFmtId="${INSTANT}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  day: `<xf numFmtId="${DAY}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  duration: `<xf numFmtId="${DURATION}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  lasting: `<xf numFmtId="${LASTING}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  title: '<xf numFmtId="49" fontId="2" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>',
  label:
    '<xf numFmtId="49" fontId="3" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>',
  wrapped:
    '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>',
  link: '<xf numFmtId="49" fontId="4" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>',
}

const FONT = '<name val="Calibri"/><family val="2"/>'

/** `xl/styles.xml`. @param day how the language writes one, in a spreadsheet's letters: `dd.mm.yyyy` */
export const stylesXml = (day: string): string => `${XML_HEAD}\
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">\
<numFmts count="5"><numFmt numFmtId="${TIME}" formatCode="${day} hh:mm:ss"/>\
<numFmt numFmtId="${INSTANT}" formatCode="${day} hh:mm:ss.000"/><numFmt numFmtId="${DAY}" formatCode="${day}"/>\
<numFmt numFmtId="${DURATION}" formatCode="[h]:mm"/><numFmt numFmtId="${LASTING}" formatCode="[h]:mm:ss"/></numFmts>\
<fonts count="5"><font><sz val="11"/>${FONT}</font><font><b/><sz val="11"/>${FONT}</font>\
<font><b/><sz val="16"/>${FONT}</font><font><sz val="11"/><color rgb="FF5B6470"/>${FONT}</font>\
<font><u/><sz val="11"/><color rgb="FF0B5CAD"/>${FONT}</font></fonts>\
<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>\
<fill><patternFill patternType="solid"><fgColor rgb="FFEEF1F5"/><bgColor indexed="64"/></patternFill></fill></fills>\
<borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border>\
<border><left/><right/><top/><bottom style="thin"><color rgb="FFB4BDC8"/></bottom><diagonal/></border></borders>\
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>\
<cellXfs count="${STYLES.length}">${STYLES.map((name) => LOOKS[name]).join('')}</cellXfs>\
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
