/** The text of a form file; a copy of it is what a user changes. See docs/forms.md. */
export default `# Act of a control reading: what was read at the meter, and what telemetry says beside it.
data: reading
page:
  orientation: portrait
  font: 8.5
heads: [supplier, consumer, inn, contract, unit, device, serial, verification, zone, period]
columns: [parameter, read, unit, telemetry, difference, allowed, verdict]
totals: false
signatures:
  - for_supplier
  - for_consumer
`
