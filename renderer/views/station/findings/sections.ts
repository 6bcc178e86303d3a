/** The parts of a station's findings, each with an address of its own. */
export const FINDING_SECTIONS = ['findings', 'holes', 'sums', 'changes'] as const
export type FindingSection = (typeof FINDING_SECTIONS)[number]
