import type { RuleWords } from './words.ts'

export const words: RuleWords = {
  en: {
    name: 'Archive at risk',
    definition:
      "age of what is not fetched yet against the device's archive depth (ROC800: 35 d of hours; EK280: 600 daily rows; by type, else the user)",
    needs: 'coverage',
  },
  ru: {
    name: 'Архив затрётся',
    definition:
      "age of what is not fetched yet against the device's archive depth (ROC800: 35 d of hours; EK280: 600 daily rows; by type, else the user)",
    needs: 'coverage',
  },
}
