import type { RouteLocationRaw } from 'vue-router'
import { BALANCE_STEPS } from '../../electron/contract/balance-words.ts'
import { addressOf, oneOf, word } from '../address/fields.ts'
import { chosenDays } from '../address/times.ts'

/** The branch whose balance is shown, by what and of which gas days. */
export const BALANCE = {
  /** Its id; null: the first of all. */
  branch: word,
  by: oneOf(BALANCE_STEPS, 'day'),
  span: chosenDays,
}
const address = addressOf(BALANCE)

/** Leads to the balance of a branch; of the first one where it is not named. */
export const balanceAt = (branch: string | null = null): RouteLocationRaw => ({
  name: 'balance',
  query: address.write({ ...address.read({}), branch }),
})
