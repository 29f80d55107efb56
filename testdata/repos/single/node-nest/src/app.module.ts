import { Controller, Get, Module } from '@nestjs/common';

@Controller()
class AppController {
  @Get()
  items() {
    return [{ name: 'bolt', count: 12 }];
  }

  @Get('/health')
  health() {
    return { status: 'ok' };
  }
}

@Module({ controllers: [AppController] })
export class AppModule {}
