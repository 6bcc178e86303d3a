import type { FindingPart, FindingRow } from './findings.ts'

/** A finding that several rules tell of: one leads, what the others say are its parts. Free of zod, for the window too. */

/** The finding without its parts, then each of these as a finding of its own, of the same station and with the same mark. */
export function withParts<F extends FindingPart & Pick<FindingRow, 'evidence'>>(finding: F): F[] {
  const { parts = [], ...evidence } = finding.evidence
  return [{ ...finding, evidence }, ...parts.map((part) => ({ ...finding, ...part }))]
}

/** The rules of the parts, each once. */
export const rulesBeside = ({ evidence }: Pick<FindingRow, 'evidence'>): FindingRow['rule'][] => [
  ...new Set(evidence.parts?.map(({ rule }) => rule)),
]
