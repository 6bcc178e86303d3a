import { expect, test } from 'vitest'
import type { NAMED_ARCHIVES } from '../../../electron/contract/archives.ts'
import type { NAMED_CHANNELS } from '../../../electron/contract/channels.ts'
import type { FailureCode } from '../../../electron/contract/errors.ts'
import type { Ambiguity, BundleCheck, CheckReason, Fault } from '../../../electron/contract/evidence-words.ts'
import type { TAKE_ALONG, VISIT_REASONS } from '../../../electron/contract/fleet.ts'
import type { FormCode } from '../../../electron/contract/form-words.ts'
import type { ReadingView } from '../../../electron/contract/records.ts'
import type { RuleCode, VisitClass } from '../../../electron/contract/rules.ts'
import type { OfferedScreen } from '../../../electron/contract/screens.ts'
import type { ClockSource } from '../../../electron/contract/time/gas-clock.ts'
import type { UnitId } from '../../../electron/contract/units.ts'
import type { UpdateFault, UpdateSilence } from '../../../electron/contract/update-words.ts'
import type { WorkKind } from '../../../electron/contract/work-words.ts'
import type { ReasonFacts } from '../../../electron/words/reason-facts.ts'
import type { Complete } from '../../../electron/words/words.ts'

type Texts<T extends string> = Readonly<Record<T, string>>
interface Listed {
  names: {
    archive: Texts<(typeof NAMED_ARCHIVES)[number]>
    view: Texts<ReadingView>
    channel: Texts<(typeof NAMED_CHANNELS)[number]>
    screen: Texts<OfferedScreen['name']>
  }
  clock: Texts<ClockSource>
  rules: Readonly<Record<RuleCode, Texts<'name' | 'definition' | 'needs'>>>
  units: Texts<UnitId>
  visits: {
    reason: Readonly<Record<(typeof VISIT_REASONS)[number], (facts: ReasonFacts) => string>>
    takeAlong: Texts<(typeof TAKE_ALONG)[number]>
    visitClass: Texts<VisitClass>
  }
  apart: {
    program: { forms: { title: Texts<FormCode> } }
    window: {
      failure: Texts<FailureCode>
      works: { of: Texts<WorkKind> }
      updateFault: Texts<UpdateFault>
      updateSilence: Texts<UpdateSilence>
      evidence: { refused: Texts<Ambiguity>; check: Texts<BundleCheck>; why: Texts<CheckReason>; fault: Texts<Fault> }
    }
  }
}

test('every list of the contract has its words: a type error here names the one that is missing', () => {
  const isComplete: Complete extends Listed ? true : Complete & Listed = true
  expect(isComplete).toBe(true)
})
