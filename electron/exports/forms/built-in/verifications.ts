/** The text of a form file; a copy of it is what a user changes. See docs/forms.md. */
export default `# Verification calendar: until when devices are verified, twelve months ahead, the overdue ones first.
data: verifications
page:
  orientation: landscape
  font: 8
heads: [supplier, period, zone, completeness, book]
columns: [number, day, station, consumer, serial, left, from, done]
totals: true
signatures: [responsible]
`
