/** The text of a form file; a copy of it is what a user changes. See docs/forms.md. */
export default `# Visit list: which stations need a visit, the most urgent first.
data: visits
page:
  orientation: landscape
  font: 7.5
heads: [supplier, period, zone, completeness, book]
columns: [rank, station, consumer, coordinates, class, reasons, since, at_risk, battery, rssi, last_session, take_along, done]
totals: true
signatures: [responsible]
`
