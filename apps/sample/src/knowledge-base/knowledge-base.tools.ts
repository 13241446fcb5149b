import { Injectable } from '@nestjs/common';
import { Tool } from '@toolgate/tool-runtime';
import { z } from 'zod';
import { ARTICLES } from './articles.js';

const SearchInput = z.strictObject({
  query: z.string().min(2).max(100).describe('Words to look for'),
  limit: z.int().min(1).max(10).default(3).describe('Most articles to return'),
});

const SearchOutput = z.strictObject({
  articles: z.array(z.strictObject({ id: z.string(), title: z.string(), text: z.string() })),
});

@Injectable()
export class KnowledgeBaseTools {
  @Tool({
    name: 'search_articles',
    title: 'Search the knowledge base',
    description: 'Find articles about products, deliveries and refunds.',
    scopes: ['kb:read'],
    input: SearchInput,
    output: SearchOutput,
    tags: ['kb'],
  })
  search({ query, limit }: z.infer<typeof SearchInput>): z.infer<typeof SearchOutput> {
    const words = query.toLowerCase().split(/\s+/);
    const articles = ARTICLES.filter(({ title, text }) =>
      words.some((word) => `${title} ${text}`.toLowerCase().includes(word)),
    );
    return { articles: articles.slice(0, limit) };
  }
}
