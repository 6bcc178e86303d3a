/** What a rule says in words. The rule's own doc comment holds the English definition and needs word for word: a test compares them. */
export interface RuleWords {
  en: RuleText
  ru: RuleText
}
interface RuleText {
  name: string
  /** What it finds, when, and what it never takes for a finding: one to three sentences. */
  definition: string
  /** The data without which it says 'not evaluated'. */
  needs: string
}
