/** The text of a form file; a copy of it is what a user changes. See docs/forms.md. */
export default `# Balance of a branch: what goes in, what goes out, and what the devices explain of the difference. A part for each branch.
data: balance
# What a row is: day or month.
step: day
page:
  orientation: portrait
  font: 8
heads: [supplier, unit, contract_hour, zone, period, completeness, book]
columns:
  - key: period
    weight: 1.2
  - key: input
    decimals: 2
  - key: output
    decimals: 2
  - key: difference
    decimals: 2
  - key: percent
    decimals: 2
  - key: uncertainty
    decimals: 2
  - beyond
  - hours
# A picture over the table: the difference of each row as a bar, between the lines of the uncertainty.
pictures: [chart]
totals: true
signatures: [responsible, representative]
`
