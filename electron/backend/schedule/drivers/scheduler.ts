import type { SchedulerName } from '../../../contract/schedule-words.ts'
import type { Entry, Order, Places } from '../order.ts'

/** A scheduler of an operating system: what is written for it, and what touches the system. */
export interface Scheduler {
  name: SchedulerName
  /** True where it answers on this computer. */
  isThere(): Promise<boolean>
  /** What would be written. Touches nothing. @throws MeterbookError UNSCHEDULABLE_NAME. */
  entryOf(order: Order, places: Places): Entry
  /** Writes the entry over what is there, and switches it on. @throws MeterbookError SCHEDULE_REFUSED. */
  install(entry: Entry, id: string): Promise<void>
  /** Switches the entry off and removes all of it; what is gone already is no failure. @throws MeterbookError SCHEDULE_REFUSED. */
  remove(entry: Entry, id: string): Promise<void>
  /** What is there of each text: itself where it is the same, null where it is gone. */
  found(entry: Entry, id: string): Promise<(string | null)[]>
  /** True where the system would start it. */
  isOn(id: string): Promise<boolean>
  /** What the scheduler says of the entry and its last run, word for word. */
  says(id: string): Promise<string[]>
}
