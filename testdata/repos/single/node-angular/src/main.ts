import { Component } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';

@Component({ selector: 'app-root', template: '<h1>{{ title }}</h1>' })
class AppComponent {
  title = 'Dashboard';
}

bootstrapApplication(AppComponent);
