import { MeterbookError, type FailureCode } from '../../contract/errors.ts'

const CODE_OF = {
  'not-zip': 'NOT_A_BUNDLE',
  'not-bundle': 'NOT_A_BUNDLE',
  'cut-off': 'BUNDLE_CUT_OFF',
  'bad-path': 'BUNDLE_REFUSED',
  'too-large': 'BUNDLE_REFUSED',
  end: 'BUNDLE_AMBIGUOUS',
  directory: 'BUNDLE_AMBIGUOUS',
  gap: 'BUNDLE_AMBIGUOUS',
  header: 'BUNDLE_AMBIGUOUS',
  name: 'BUNDLE_AMBIGUOUS',
  kind: 'BUNDLE_AMBIGUOUS',
  packing: 'BUNDLE_AMBIGUOUS',
  data: 'BUNDLE_AMBIGUOUS',
} as const satisfies Record<string, FailureCode>
export type BundleRefusal = keyof typeof CODE_OF

/** Why a file is no bundle, or none that is opened. `entry`: the name in the ZIP that it is about. */
export class BundleRefused extends MeterbookError {
  readonly reason: BundleRefusal
  constructor(reason: BundleRefusal, { file, entry, ...options }: ErrorOptions & { file?: string; entry?: string | undefined } = {}) {
    super(CODE_OF[reason], { reason, ...(file === undefined ? {} : { file }), ...(entry === undefined ? {} : { entry }) }, options)
    this.reason = reason
  }
}
