import { Module } from '@nestjs/common';
import { ArticleCacheListener } from './article-cache.listener.js';
import { KnowledgeBaseTools } from './knowledge-base.tools.js';

@Module({ providers: [KnowledgeBaseTools, ArticleCacheListener] })
export class KnowledgeBaseModule {}
