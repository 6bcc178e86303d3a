import type { LetterFont } from './letters.ts'

/** Files of the fonts in their packages, which the build copies beside the program (electron.vite.config.ts). */
export const FONT_FILES: Readonly<Record<LetterFont, { regular: string; medium: string }>> = {
  Roboto: { regular: 'pdfmake/fonts/Roboto/Roboto-Regular.ttf', medium: 'pdfmake/fonts/Roboto/Roboto-Medium.ttf' },
  Georgian: noto('georgian'),
  Armenian: noto('armenian'),
}

function noto(script: string): { regular: string; medium: string } {
  const file = (weight: number) => `@fontsource/noto-sans-${script}/files/noto-sans-${script}-${script}-${weight}-normal.woff`
  return { regular: file(400), medium: file(500) }
}
