/** What `keep-together.ts` uses of pdfmake's inside; its types tell nothing of it. */
declare module 'pdfmake/js/TableProcessor.js' {
  interface PageWriter {
    beginUnbreakableBlock(): void
    commitUnbreakableBlock(): void
  }
  interface Processor {
    tableNode: { table: object }
    beginRow(row: number, writer: PageWriter): void
    endRow(row: number, writer: PageWriter, pageBreaks: unknown): void
  }
  /** A CommonJS module: bundlers and Node differ in what they call its default. */
  const exported: { prototype: Processor } | { default: { prototype: Processor } }
  export default exported
}
