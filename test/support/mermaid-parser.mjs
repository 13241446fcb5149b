// Reads a JSON array of Mermaid sources from stdin and writes what the real parser makes of each: the texts of its nodes and edges, or the
// error. A process of its own, because Mermaid reaches for a browser's DOMPurify, which is set aside here for the whole process.
import { text } from 'node:stream/consumers';
import DOMPurify from 'dompurify';
import mermaid from 'mermaid';

DOMPurify.addHook = () => undefined;
DOMPurify.sanitize = (dirty) => dirty;

/** What a browser shows for an entity that the parser keeps in a form of its own. */
const decoded = (label) =>
  label.replace(/ﬂ°°(\d+)¶ß/g, (_, code) => String.fromCodePoint(Number(code)));

async function read(source) {
  try {
    await mermaid.parse(source);
    const { db } = await mermaid.mermaidAPI.getDiagramFromText(source);
    return {
      nodes: [...db.getVertices().values()].map(({ text: label }) => decoded(label)),
      edges: db.getEdges().map(({ start, end, text: label, stroke }) => ({
        start,
        end,
        label: decoded(label),
        stroke,
      })),
      groups: db.getSubGraphs().map(({ title, nodes }) => ({ title: decoded(title), nodes })),
    };
  } catch (error) {
    return { error: String(error) };
  }
}

const charts = [];
for (const source of JSON.parse(await text(process.stdin))) charts.push(await read(source));
process.stdout.write(JSON.stringify(charts));
