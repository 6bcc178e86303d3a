"""Reads a workbook with Python's standard library alone and prints its sheets as JSON: {name: [[cell, …], …]}.
A cell is ["n", number's text], ["s", text] or ["b", text]; null where it is empty. Written after ISO/IEC 29500-1, 18.3."""
import json, re, sys, zipfile
import xml.etree.ElementTree as ET

S = '{http://schemas.openxmlformats.org/spreadsheetml/2006/main}'
R = '{http://schemas.openxmlformats.org/officeDocument/2006/relationships}'
P = '{http://schemas.openxmlformats.org/package/2006/relationships}'


def column(ref):
    number = 0
    for letter in re.match('[A-Z]+', ref).group():
        number = number * 26 + ord(letter) - 64
    return number - 1


def text(parts):
    joined = ''.join(parts)
    return re.sub('_x([0-9A-Fa-f]{4})_', lambda m: chr(int(m.group(1), 16)), joined)


with zipfile.ZipFile(sys.argv[1]) as z:
    assert z.testzip() is None
    rels = {r.get('Id'): r.get('Target') for r in ET.fromstring(z.read('xl/_rels/workbook.xml.rels')).iter(P + 'Relationship')}
    types = {o.get('PartName') for o in ET.fromstring(z.read('[Content_Types].xml'))}
    sheets = {}
    for sheet in ET.fromstring(z.read('xl/workbook.xml')).iter(S + 'sheet'):
        path = 'xl/' + rels[sheet.get(R + 'id')]
        assert '/' + path in types, path
        rows = []
        for row in ET.fromstring(z.read(path)).iter(S + 'row'):
            while len(rows) < int(row.get('r')):
                rows.append([])
            for cell in row.iter(S + 'c'):
                at = column(cell.get('r'))
                assert re.search(r'\d+$', cell.get('r')).group() == row.get('r')
                while len(rows[-1]) <= at:
                    rows[-1].append(None)
                kind = cell.get('t', 'n')
                assert cell.find(S + 'f') is None
                if kind == 'inlineStr':
                    rows[-1][at] = ['s', text(t.text or '' for t in cell.iter(S + 't'))]
                else:
                    rows[-1][at] = [kind, cell.find(S + 'v').text]
        sheets[sheet.get('name')] = rows
json.dump(sheets, sys.stdout)
