import type { Locator, Page } from '@playwright/test'

/** The first screen. */
export class SignInPage {
  readonly page: Page
  readonly address: Locator
  readonly email: Locator
  readonly password: Locator
  readonly remember: Locator
  readonly allowUnencrypted: Locator
  readonly submit: Locator
  readonly demo: Locator
  readonly bookPath: Locator
  readonly complaint: Locator

  constructor(page: Page) {
    this.page = page
    this.address = page.getByRole('textbox', { name: 'Service address' })
    this.email = page.getByRole('textbox', { name: 'E-mail' })
    this.password = page.getByLabel('Password')
    this.remember = page.getByRole('checkbox', { name: /Remember me/ })
    this.allowUnencrypted = page.getByRole('checkbox', { name: /Allow an unencrypted connection/ })
    this.submit = page.locator('form').filter({ has: this.password }).getByRole('button', { name: 'Sign in' })
    this.demo = page.getByRole('button', { name: /Try the demo/ })
    this.bookPath = page.getByRole('textbox', { name: /Path of a book/ })
    this.complaint = page.getByRole('alert')
  }

  async signIn(account: { url: string; email: string; password: string }): Promise<void> {
    await this.address.fill(account.url)
    await this.email.fill(account.email)
    await this.password.fill(account.password)
    await this.submit.click()
  }

  async openBook(file: string): Promise<void> {
    await this.bookPath.fill(file)
    await this.page.getByRole('button', { name: 'Open', exact: true }).click()
  }
}
