import { expect, type Locator, type Page } from '@playwright/test'
import { QUESTION_WORDS, type Language } from '../support/question-words.ts'
import { Grid } from './grid.ts'

/** The screen of questions in SQL, in either language. */
export class QuestionsPage {
  readonly page: Page
  readonly words: (typeof QUESTION_WORDS)[Language]
  readonly editor: Locator
  readonly answer: Grid

  constructor(page: Page, language: Language = 'en') {
    this.page = page
    this.words = QUESTION_WORDS[language]
    // Inside the editor's shadow root, which locators look into.
    this.editor = page.getByRole('textbox', { name: this.words.editor })
    this.answer = new Grid(page.getByRole('grid', { name: this.words.grid }))
  }

  button(name: string): Locator {
    return this.page.getByRole('main').getByRole('button', { name, exact: true })
  }
  /** The foot, where the rows and the time are. */
  get foot(): Locator {
    return this.page.locator('footer.foot').getByRole('status').first()
  }
  /** Puts another text in place of the present one. */
  async write(sql: string): Promise<void> {
    await this.editor.click()
    await this.page.keyboard.press('Control+A')
    await this.page.keyboard.insertText(sql)
    await expect(this.editor).toContainText(sql.split('\n')[0] ?? '')
  }
  /** Writes a question and asks it by keyboard. */
  async ask(sql: string): Promise<void> {
    await this.write(sql)
    await this.page.keyboard.press('Control+Enter')
  }
  example(title: string): Locator {
    return this.page.getByRole('region', { name: this.words.examples }).getByRole('button', { name: title })
  }
  saved(name: string): Locator {
    return this.page.getByRole('region', { name: this.words.saved }).getByRole('button', { name, exact: true })
  }
}
