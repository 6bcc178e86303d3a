import type { Plan } from '../contract/downloads.ts'
import type { SyncAccount } from './remembered.ts'

/** What a sync is to do. */
export interface SyncOrder {
  plan: Plan
  lanes: number
  /** A file; the account's own book when absent. */
  book?: string
  /** The folder of Parquet files that the book is written into at the end. */
  lake?: string
  /** `demo`: the embedded service, started for it. */
  account: 'demo' | SyncAccount
  /** The password is the remembered one, and a program that runs does the work. */
  isRemembered?: boolean
}
