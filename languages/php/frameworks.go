package php

import (
	"aipack/backend/language"
	"aipack/backend/universalbuild"
)

// frameworks are what its programs are made with: by which packages each is known, and the
// port that it listens on unless it is told another.
var frameworks = []language.Framework{
	{Name: "Laravel", Needs: []string{"laravel/framework"}, Port: 8000},
	{Name: "Lumen", Needs: []string{"laravel/lumen-framework"}, Port: 8000},
	{Name: "Laravel Zero", Needs: []string{"laravel-zero/framework"}, Kind: universalbuild.CLI},
	{Name: "Drupal", Needs: []string{"drupal/core", "drupal/core-recommended"}, Port: 8080},
	{Name: "Craft CMS", Needs: []string{"craftcms/cms"}, Port: 8080},
	{Name: "TYPO3", Needs: []string{"typo3/cms-core"}, Port: 8080},
	{Name: "Magento", Needs: []string{"magento/product-community-edition"}, Port: 8080},
	{Name: "WordPress", Needs: []string{"roots/wordpress", "johnpbloch/wordpress"}, Port: 8080},
	{Name: "Symfony", Needs: []string{"symfony/framework-bundle", "symfony/symfony"}, Port: 8000},
	{Name: "Slim", Needs: []string{"slim/slim"}, Port: 8080},
	{Name: "CodeIgniter", Needs: []string{"codeigniter4/framework", "codeigniter4/codeigniter4", "codeigniter/framework"}, Port: 8080},
	{Name: "CakePHP", Needs: []string{"cakephp/cakephp"}, Port: 8765},
	{Name: "ThinkPHP", Needs: []string{"topthink/framework"}, Port: 8000},
	{Name: "Mezzio", Needs: []string{"mezzio/mezzio", "zendframework/zend-expressive"}, Port: 8080},
	{Name: "Laminas", Needs: []string{"laminas/laminas-mvc", "zendframework/zend-mvc"}, Port: 8080},
	{Name: "Yii", Needs: []string{"yiisoft/yii2", "yiisoft/yii", "yiisoft/yii-http"}, Port: 8080},
	{Name: "Hyperf", Needs: []string{"hyperf/http-server"}, Port: 9501},
	{Name: "Spiral", Needs: []string{"spiral/framework"}, Port: 8080},
	{Name: "Flight", Needs: []string{"flightphp/core", "mikecao/flight"}, Port: 8080},
	{Name: "Leaf", Needs: []string{"leafs/leaf"}, Port: 5500},
	{Name: "Nette", Needs: []string{"nette/application"}, Port: 8080},
	{Name: "Workerman", Needs: []string{"workerman/workerman", "workerman/webman-framework"}, Port: 8787, Library: true},
	{Name: "ReactPHP", Needs: []string{"react/http"}, Port: 8080, Library: true},
	{Name: "Amp", Needs: []string{"amphp/http-server"}, Port: 1337, Library: true},
	{Name: "DiscordPHP", Needs: []string{"team-reflex/discord-php"}, Kind: universalbuild.Worker, Library: true},
	{Name: "Symfony Console", Needs: []string{"symfony/console"}, Kind: universalbuild.CLI, Library: true},
}
